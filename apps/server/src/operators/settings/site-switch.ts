export interface SiteState {
  readonly open: boolean;
  readonly message: string | null;
}

export interface SitePort {
  current(): SiteState;
  onChange(listener: (state: SiteState) => void): () => void;
}

/** Whether the site accepts calls. Closing it does not stop work in progress: new calls are just rejected. */
export class SiteSwitch implements SitePort {
  private state: SiteState = { open: true, message: null };
  private readonly listeners = new Set<(state: SiteState) => void>();

  current(): SiteState {
    return this.state;
  }

  onChange(listener: (state: SiteState) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** @param message shown to users while the site is closed */
  set(open: boolean, message: string | null): void {
    this.state = { open, message };
    for (const listener of this.listeners) listener(this.state);
  }
}
