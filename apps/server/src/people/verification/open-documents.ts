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
  /** Called when a journal is closed after a failed write; the process must exit. */
  readonly onFailure: (error: Error) => void;
}

/** Users' private data: pictures, identity documents, conversations with customer service. */
export interface Documents {
  readonly uploads: Uploads;
  readonly verification: VerificationService;
  readonly chat: ChatService;
  /**
   * Erases a user's pictures, documents and conversation, and destroys the key they were sealed with. With
   * `keptUntilMs`, passed documents and the key are kept until then.
   */
  forget(userId: number, keptUntilMs?: number): Promise<void>;
  /** Erases documents of closed accounts whose retention period is over. */
  forgetDue(): Promise<void>;
  close(): void;
}

/** Throws SealError if the key file is invalid, and the journal's errors for a locked or damaged directory. */
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
    // The key is created first and destroyed last: while it exists, a crash leaves a user whose erasure is repeated.
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

/** If the chat cannot be opened, close the other journal so that it is not left locked. */
function openChat(verification: VerificationService, options: ChatOptions): ChatService {
  try {
    return ChatService.open(options);
  } catch (error) {
    verification.close();
    throw error;
  }
}
