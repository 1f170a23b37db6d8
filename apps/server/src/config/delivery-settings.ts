/** An SMTP server that sends the exchange's mail. */
export interface SmtpSettings {
  /** `smtp://user:password@host:port`, or `smtps://` for TLS from the first byte. */
  readonly url: string;
  /** For example `Candor <no-reply@candor.example>`. */
  readonly from: string;
}

/** An HTTP provider that sends phone messages. */
export interface HttpSmsSettings {
  /** URL that receives a POST for each message. */
  readonly url: string;
  /** Bearer token; undefined when the provider needs none. */
  readonly token: string | undefined;
}

/** How messages leave the machine. A channel that is undefined uses the local outbox. */
export interface DeliverySettings {
  readonly smtp: SmtpSettings | undefined;
  readonly sms: HttpSmsSettings | undefined;
}
