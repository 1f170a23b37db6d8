/** Safari reads the file only after the click and asks the user first. */
const FILE_STAYS_MS = 60_000;

/** Downloads a URL as a file without leaving the page. */
export function download(url: string, fileName: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
}

/** Downloads a file that was made on this device. */
export function downloadBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  download(url, fileName);
  setTimeout(() => URL.revokeObjectURL(url), FILE_STAYS_MS);
}
