// OpenBao's Go API against a server with the part of Vault's API that `sallyport import --from vault` reads.
package main

import (
	"context"
	"errors"
	"log"
	"os"
	"reflect"

	"github.com/openbao/openbao/api/v2"
)

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func expect(isSo bool, promise string) {
	if !isSo {
		log.Fatal("not so: ", promise)
	}
}

func main() {
	ctx := context.Background()
	config := api.DefaultConfig()
	config.Address = os.Getenv("KV_URL")
	client := must(api.NewClient(config))
	login := must(client.Logical().Write("auth/approle/login", map[string]interface{}{
		"role_id": os.Getenv("KV_ROLE_ID"), "secret_id": os.Getenv("KV_SECRET_ID"),
	}))
	client.SetToken(login.Auth.ClientToken)

	kv := client.KVv2("secret")
	first := must(kv.Put(ctx, "go/app", map[string]interface{}{"A": "1", "B": "x"}, api.WithCheckAndSet(0)))
	expect(first.VersionMetadata.Version == 1, "a first write is version 1")
	must(kv.Patch(ctx, "go/app", map[string]interface{}{"A": "2"}))
	current := must(kv.Get(ctx, "go/app"))
	expect(reflect.DeepEqual(current.Data, map[string]interface{}{"A": "2", "B": "x"}), "a patch merges")
	expect(must(kv.GetVersion(ctx, "go/app", 1)).Data["A"] == "1", "an earlier version is read")
	_, err := kv.Put(ctx, "go/app", map[string]interface{}{}, api.WithCheckAndSet(1))
	expect(err != nil, "a wrong check-and-set is refused")

	listed := must(client.Logical().List("secret/metadata/go"))
	expect(reflect.DeepEqual(listed.Data["keys"], []interface{}{"app"}), "paths are listed")
	expect(len(must(kv.GetVersionsAsList(ctx, "go/app"))) == 2, "versions are listed")
	if err := kv.Delete(ctx, "go/app"); err != nil {
		log.Fatal(err)
	}
	deleted := must(kv.Get(ctx, "go/app"))
	expect(deleted.Data == nil && !deleted.VersionMetadata.DeletionTime.IsZero(), "a deleted version has no data")
	if err := kv.Undelete(ctx, "go/app", []int{2}); err != nil {
		log.Fatal(err)
	}
	expect(must(kv.Get(ctx, "go/app")).Data["A"] == "2", "an undeleted version is read")
	_, err = kv.Get(ctx, "go/none")
	expect(errors.Is(err, api.ErrSecretNotFound), "an unknown path is not found")

	plain := client.KVv1("old")
	if err := plain.Put(ctx, "go/app", map[string]interface{}{"C": "3"}); err != nil {
		log.Fatal(err)
	}
	expect(must(plain.Get(ctx, "go/app")).Data["C"] == "3", "version 1 of the engine is read")

	renewed := must(client.Auth().Token().RenewSelf(0))
	expect(renewed.Auth.ClientToken == login.Auth.ClientToken, "a renewal keeps the token")
	if err := client.Auth().Token().RevokeSelf(""); err != nil {
		log.Fatal(err)
	}
	_, err = client.Auth().Token().LookupSelf()
	expect(err != nil, "a revoked token is refused")
}
