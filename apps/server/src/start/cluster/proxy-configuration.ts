/** A gateway behind the proxy. */
export interface ProxiedGateway {
  readonly name: string;
  readonly port: number;
}

/**
 * Returns HAProxy's configuration for gateways of this machine. `deploy/haproxy.cfg` is the same for several machines.
 *
 * The client's address replaces whatever the client sent in X-Forwarded-For. A request is sent to another gateway only if
 * the first one could not be connected to, because any other failure may come after its execution.
 */
export function proxyConfiguration(port: number, gateways: readonly ProxiedGateway[]): string {
  return `global
	fd-hard-limit 40000

defaults
	mode http
	timeout connect 2s
	timeout client 75s
	timeout server 75s
	timeout tunnel 1h
	timeout http-request 15s
	retries 3
	retry-on conn-failure
	option redispatch 1

frontend public
	bind 127.0.0.1:${port}
	http-request set-header X-Forwarded-For %[src]
	http-request set-header X-Forwarded-Proto http
	default_backend gateways

backend gateways
	balance leastconn
	option httpchk GET /healthz
	http-check expect status 200
	default-server check inter 500ms fastinter 200ms downinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions observe layer4 error-limit 1 on-error mark-down
${gateways.map(({ name, port: own }) => `	server ${name} 127.0.0.1:${own}`).join("\n")}
`;
}
