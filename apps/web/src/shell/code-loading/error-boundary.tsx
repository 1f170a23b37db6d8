import type { ReactNode } from "react";
import { Component } from "react";

interface Props {
  readonly renderFallback: (error: unknown) => ReactNode;
  readonly children: ReactNode;
}

interface State {
  readonly failure: { readonly error: unknown } | null;
}

/** Keeps the navigation usable if a screen fails. Give it a key, so that the next screen starts without the error. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure === null ? this.props.children : this.props.renderFallback(failure.error);
  }
}
