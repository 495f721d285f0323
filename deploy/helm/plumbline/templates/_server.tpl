{{- define "plumbline.container" -}}
image: "{{ .root.Values.image.repository }}:{{ .root.Values.image.tag }}"
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  runAsNonRoot: true
  runAsUser: 1000
  capabilities: { drop: [ALL] }
envFrom:
  - secretRef: { name: {{ .root.Values.secretName }} }
env:
  - { name: ROLE, value: {{ .role }} }
  - { name: PUBLIC_URL, value: {{ .root.Values.publicUrl | quote }} }
  - { name: TRUST_PROXY, value: {{ .root.Values.trustProxy | quote }} }
  - { name: LOG_LEVEL, value: {{ .root.Values.logLevel }} }
  - { name: CONVERT_MEMORY_MB, value: {{ .root.Values.worker.convertMemoryMb | quote }} }
{{- range $name, $value := .root.Values.environment }}
  - { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
ports:
  - { name: http, containerPort: 3000 }
startupProbe:
  httpGet: { path: /healthz, port: http }
  # half an hour: a start that is ended while it builds an index would begin it anew each time
  failureThreshold: 900
  periodSeconds: 2
livenessProbe:
  httpGet: { path: /healthz, port: http }
  periodSeconds: 15
  timeoutSeconds: 3
readinessProbe:
  httpGet: { path: /readyz, port: http }
  periodSeconds: 5
  timeoutSeconds: 3
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
{{- end -}}
