package main

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"
)

// report writes one line of JSON to standard output, as scripts/clients/steps.mjs does.
func report(operation string, err error, isOffered bool) {
	type line struct {
		Operation string `json:"operation"`
		Error     string `json:"error,omitempty"`
		IsOffered bool   `json:"isOffered"`
	}
	result := line{Operation: operation, IsOffered: isOffered}
	if err != nil {
		result.Error = err.Error()
	}
	text, _ := json.Marshal(result)
	fmt.Println(string(text))
}

// step runs one operation of the client.
func step(operation string, run func() error) {
	report(operation, run(), true)
}

// notOffered runs an operation of a feature that the server does not have: the client must report that it was not found.
func notOffered(operation string, run func() error) {
	report(operation, run(), false)
}

func equal(actual, expected any, err error) error {
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(actual, expected) {
		return fmt.Errorf("got %v instead of %v", actual, expected)
	}
	return nil
}

// fails expects an error whose message contains one of these parts.
func fails(err error, parts ...string) error {
	if err == nil {
		return fmt.Errorf("succeeded, but should have failed")
	}
	for _, part := range parts {
		if strings.Contains(err.Error(), part) {
			return nil
		}
	}
	return err
}

func setting(name string) string {
	return os.Getenv(name)
}
