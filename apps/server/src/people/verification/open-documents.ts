import path from "node:path";
import type { FileKeeper } from "../../kit/durable/file-keeper.ts";
import { SealingKey } from "../../kit/durable/sealed-value.ts";
import { UserKeys } from "../../kit/durable/user-keys.ts";
import type { Identity } from "../identity/identity-service.ts";
import { type ChatOptions, ChatService } from "../support-chat/chat-service.ts";
import { LocalUploadFiles } from "../uploads/upload-files.ts";
import { Uploads } from "../uploads/uploads.ts";
import { VerificationService } from "./verification-service.ts";

export interface DocumentsOptions {
  /** CANDOR_HOME */
  readonly home: string;
  /** The server's sealing key. */
  readonly keyFile: string;
  readonly files: FileKeeper;
  readonly identity: Identity;
  readonly nowMs?: () => number;
  /** A journal takes nothing more; the process has to end. */
  readonly onFailure: (error: Error) => void;
}

/** What people hand in for nobody else's eyes: pictures, identity documents, talks with customer service. */
export interface Documents {
  readonly uploads: Uploads;
  readonly verification: VerificationService;
  readonly chat: ChatService;
  /**
   * Forgets a user's pictures, documents and conversation, and throws away the key that they were sealed with. With
   * `keptUntilMs` documents that have passed are kept until then, and with them the key.
   */
  forget(userId: number, keptUntilMs?: number): Promise<void>;
  /** Forgets the documents of closed accounts that were kept long enough. */
  forgetDue(): Promise<void>;
  close(): void;
}

/** Throws SealError for a key file that is none, and what the journal throws on a locked or damaged directory. */
export function openDocuments(options: DocumentsOptions): Documents {
  const { home, identity, onFailure, nowMs = Date.now } = options;
  const sealing = SealingKey.ofFile(options.keyFile);
  const keys = new UserKeys(home, sealing, options.files);
  const files = new LocalUploadFiles(home, "uploads", options.files);
  const uploads = new Uploads({ files, keys, sealing, nowMs });
  uploads.keepWhatIsUsed((url, userId) => identity.user(userId)?.avatar === url);
  const directory = path.join(home, "verification");
  const verification = VerificationService.open({ directory, keys, uploads, nowMs, onFailure });
  const chat = openChat(verification, {
    directory: path.join(home, "chat"),
    keys,
    uploads,
    nowMs,
    onFailure,
  });
  const forgetAll = async (userId: number): Promise<void> => {
    // The key first to come and last to go: until it is gone a crash leaves a user to be forgotten again.
    await uploads.forget(userId);
    await keys.shred(userId);
    await verification.forget(userId);
  };
  return {
    uploads,
    verification,
    chat,
    async forget(userId, keptUntilMs) {
      await chat.forget(userId);
      if (keptUntilMs !== undefined && verification.levelOf(userId) > 0) {
        const photos = await verification.retain(userId, keptUntilMs);
        return uploads.forget(userId, photos);
      }
      await forgetAll(userId);
    },
    async forgetDue() {
      for (const userId of verification.dueForForgetting()) await forgetAll(userId);
    },
    close() {
      verification.close();
      chat.close();
    },
  };
}

/** A chat that cannot be opened leaves no other journal locked. */
function openChat(verification: VerificationService, options: ChatOptions): ChatService {
  try {
    return ChatService.open(options);
  } catch (error) {
    verification.close();
    throw error;
  }
}
