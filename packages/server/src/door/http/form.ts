/** A form as it came in: every file whole, within the limits of a request. */
export class Form {
  readonly fields: FormField[] = []
  readonly files: FormFile[] = []
}

export interface FormField {
  name: string
  value: string
}

export interface FormFile {
  name: string
  mimeType: string
  bytes: Buffer
}
