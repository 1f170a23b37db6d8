import "./prose.css";

/** Text of the site, sanitized by the server to a few harmless elements. Do not pass other HTML here. */
export function Prose({ html }: { readonly html: string }) {
  // oxlint-disable-next-line react/no-danger -- sanitised on the server, the only place that writes it
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
