import { Badge } from "@candor/ui/badge.tsx";
import { Card } from "@candor/ui/card.tsx";
import { Logo } from "@candor/ui/logo.tsx";
import type { ReactNode } from "react";
import { isTestRig } from "../api/console-api.ts";

/** Frame of the pages before sign-in. */
export function Gate({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <main className="console-gate">
      <div>
        <Card className="stack-4">
          <div className="row">
            <Logo />
            <h1>{title}</h1>
          </div>
          {isTestRig() && <Badge tone="warn">Test rig: anything here can be set</Badge>}
          {children}
        </Card>
      </div>
    </main>
  );
}
