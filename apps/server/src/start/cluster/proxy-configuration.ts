/** A gateway behind the proxy. */
export interface ProxiedGateway {
  readonly name: string;
  readonly port: number;
}

/**
 * Returns HAProxy's configuration for gateways of this machine. `deploy/haproxy.cfg` is the same for several machines.
 *
 * The client's address replaces whatever the client sent in X-Forwarded-For. A request is sent to another gateway only if
 * the first one could not be connected to, because any other failure may come after its execution; only reads are repeated
 * then. Each request has a connection of its own to a gateway: on a kept one, HAProxy could not know whether a killed
 * gateway had received it. A gateway that cannot
 * be connected to is left out at once. One that answers 503 is left out after 12 seconds: while a core takes over, all
 * gateways answer so, hold their calls and keep their sockets.
 */
export function proxyConfiguration(port: number, gateways: readonly ProxiedGateway[]): string {
  return `global
	fd-hard-limit 40000

defaults
	mode http
	timeout connect 500ms
	timeout client 75s
	timeout server 75s
	timeout tunnel 1h
	timeout http-request 15s
	retries 3
	retry-on conn-failure empty-response
	option redispatch 1
	option http-server-close

frontend public
	bind 127.0.0.1:${port}
	http-request set-header X-Forwarded-For %[src]
	http-request set-header X-Forwarded-Proto http
	http-request disable-l7-retry unless METH_GET
	default_backend gateways

backend gateways
	balance leastconn
	option httpchk GET /healthz
	http-check expect status 200
	default-server check inter 1s fall 12 rise 1 on-marked-down shutdown-sessions observe layer4 error-limit 2 on-error mark-down
${gateways.map(({ name, port: own }) => `	server ${name} 127.0.0.1:${own}`).join("\n")}
`;
}
