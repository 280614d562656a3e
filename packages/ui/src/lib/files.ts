export interface PickedText {
  name: string
  /** Nothing of a file that is larger than what was asked for. */
  text: string | undefined
}

/** Offers a picker for one file and gives back its text; nothing when the person cancels. */
export async function pickTextFile(accept: string): Promise<{ name: string; text: string } | undefined>
export async function pickTextFile(accept: string, most: number): Promise<PickedText | undefined>
export async function pickTextFile(accept: string, most = Infinity): Promise<PickedText | undefined> {
  const [file] = await pickFiles({ accept })
  return file && { name: file.name, text: file.size > most ? undefined : await file.text() }
}

export function pickFiles({ accept, multiple = false }: { accept: string; multiple?: boolean }): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = accept
    input.multiple = multiple
    input.hidden = true
    const settle = (files: File[]) => {
      input.remove()
      resolve(files)
    }
    input.addEventListener('change', () => settle([...(input.files ?? [])]))
    input.addEventListener('cancel', () => settle([]))
    // Some browsers ignore a click on an input that is not in the page.
    document.body.append(input)
    input.click()
  })
}

/** Saves text as a download with the given name. */
export function downloadText({ name, text, type = 'application/json' }: DownloadedText): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download starts after the click returns; the address must outlive it.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

interface DownloadedText {
  name: string
  text: string
  type?: string
}

/** A name that every file system takes. */
export function safeFileName(name: string): string {
  const cleaned = name
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_')
    .trim()
    .slice(0, 100)
  return cleaned === '' ? 'untitled' : cleaned
}
