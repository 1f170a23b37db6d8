import { icon } from "@candor/ui/icons.tsx";

export const DepthIcon = icon(<path d="M3.5 6H7v4.5h3.5V19h3v-6H17V8h3.5M3.5 19.5h17" />);
