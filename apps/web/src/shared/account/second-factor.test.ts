import { expect, test } from "vitest";
import { ApiError } from "../../data/api-error.ts";
import { demandOf } from "./second-factor.ts";

const demanded = (params: ApiError["params"]) =>
  demandOf(new ApiError(310, "user.secondFactorRequired", "Second factor required", params));

test("WEB-50 a demanded second factor says which ones will do, and for a passkey the question", () => {
  expect(demanded({ methods: ["totp"] })).toEqual({ methods: ["totp"], question: null });
  expect(
    demanded({
      methods: ["totp", "passkey", "carrier-pigeon"],
      challenge: "Y2hhbGxlbmdl",
      rpId: "example.org",
      credentialIds: ["one", "two"],
    }),
  ).toEqual({
    methods: ["totp", "passkey"],
    question: { challenge: "Y2hhbGxlbmdl", rpId: "example.org", credentialIds: ["one", "two"] },
  });
  expect(demandOf(new ApiError(311, "user.secondFactorError", "Wrong second factor"))).toBeNull();
  expect(demandOf(new ApiError(30, "user.passwordError", "Password error"))).toBeNull();
});
