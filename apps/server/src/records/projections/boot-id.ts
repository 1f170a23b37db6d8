export { bootId } from "../../kit/boot-id.ts";
