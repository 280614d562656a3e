/** The fields of a credential, decrypted. */
export type CredentialValues = Readonly<Record<string, string | undefined>>
