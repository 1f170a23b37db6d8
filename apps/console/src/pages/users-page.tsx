import { Card } from "@candor/ui/card.tsx";
import { Empty } from "@candor/ui/feedback.tsx";
import { SearchIcon } from "@candor/ui/icons.tsx";
import { Input } from "@candor/ui/input.tsx";
import { type Column, Table } from "@candor/ui/table.tsx";
import type { UserHit, UserSearch } from "@candor/wire/console/users";
import { useDeferredValue, useState } from "react";
import { Link, Route, Routes } from "react-router";
import { useConsoleQuery } from "../api/use-console.ts";
import { Moment } from "../parts/figures.tsx";
import { LoadFailed } from "../parts/load-failed.tsx";
import { StateBadge, UserCard } from "./user-card.tsx";

const MIN_LENGTH = 2;

const COLUMNS: readonly Column<UserHit>[] = [
  {
    key: "id",
    header: "User",
    className: "n",
    renderCell: ({ userId }) => (
      <Link className="link row-act" to={`/users/${userId}`}>
        {userId}
      </Link>
    ),
  },
  { key: "username", header: "Username", className: "med", renderCell: ({ username }) => username ?? "–" },
  { key: "nickname", header: "Nickname", renderCell: ({ nickname }) => nickname },
  { key: "email", header: "E-mail", className: "muted", renderCell: ({ email }) => email ?? "–" },
  { key: "phone", header: "Phone", className: "muted", renderCell: ({ phone }) => phone ?? "–" },
  { key: "since", header: "Registered", renderCell: ({ registeredAtMs }) => <Moment ms={registeredAtMs} /> },
  {
    key: "state",
    header: "",
    renderCell: (user) => (user.frozen || user.closedAtMs !== null ? <StateBadge user={user} /> : null),
  },
];

/** User search, and one user with balances and newest ledger entries. */
export function UsersPage() {
  return (
    <Routes>
      <Route path=":userId" element={<UserCard />} />
      <Route path="*" element={<Search />} />
    </Routes>
  );
}

function Search() {
  const [typed, setTyped] = useState("");
  const text = useDeferredValue(typed.trim());
  const hasQuery = text.length >= MIN_LENGTH;
  const { data, error, refetch } = useConsoleQuery<UserSearch>("user-search", hasQuery ? { text } : {});
  return (
    <Card flush title="Users">
      <div className="console-search">
        <Input
          label="Search"
          labelHidden
          leading={<SearchIcon size="s" />}
          placeholder="Id, e-mail address, phone, username or nickname"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      {error !== null && <LoadFailed error={error} again={refetch} />}
      {!hasQuery && (
        <p className="small muted console-search">The newest users. Type two characters to search.</p>
      )}
      {hasQuery && data?.hits.length === 0 && (
        <Empty icon={SearchIcon} title="No user found">
          No account has this in its id or its names.
        </Empty>
      )}
      {data !== undefined && data.hits.length > 0 && (
        <div className="console-scroll">
          <Table label="Users" columns={COLUMNS} rows={data.hits} rowKey={({ userId }) => String(userId)} />
        </div>
      )}
      {data?.more === true && (
        <p className="small muted console-search">There are more. Enter more of the name to find them.</p>
      )}
    </Card>
  );
}
