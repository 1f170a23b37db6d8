import "./notice.css";

/** A text of the site: the server has made it of a few harmless elements, and nothing else reaches this place. */
export function Prose({ html }: { readonly html: string }) {
  // oxlint-disable-next-line react/no-danger -- sanitised on the server, the only place that writes it
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
