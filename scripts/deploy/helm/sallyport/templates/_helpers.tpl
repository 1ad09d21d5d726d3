{{/* The name of everything that belongs to the release. */}}
{{- define "sallyport.name" -}}
{{- $name := contains "sallyport" .Release.Name | ternary .Release.Name (printf "%s-sallyport" .Release.Name) }}
{{- $name | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "sallyport.selector" -}}
app.kubernetes.io/name: sallyport
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "sallyport.labels" -}}
{{ include "sallyport.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "sallyport.serviceAccount" -}}
{{- .Values.serviceAccount.name | default (.Values.serviceAccount.create | ternary (include "sallyport.name" .) "default") }}
{{- end }}
