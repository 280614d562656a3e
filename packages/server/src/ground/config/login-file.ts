import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { replaceFile } from './durable-file.ts'
import { makePrivate } from './private-file.ts'
import { UserFacingError } from '../user-facing-error.ts'
import { isPasswordHash } from './password-hash.ts'

const LoginFile = z.strictObject({
  username: z.string().min(1),
  passwordHash: z.string().refine(isPasswordHash),
})
export type LoginFile = z.infer<typeof LoginFile>

export function loginFilePath(dataDir: string): string {
  return join(dataDir, 'login.json')
}

/** The login that `chatwright reset-login` made; undefined where there is none. */
export function readLoginFile(dataDir: string): LoginFile | undefined {
  const path = loginFilePath(dataDir)
  let text: string
  makePrivate(path)
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new UserFacingError(`The login file ${path} can't be read. Check its owner and permissions.`)
  }
  try {
    return LoginFile.parse(JSON.parse(text))
  } catch {
    // Never as if there were none: that would open the server.
    throw new UserFacingError(`The login file ${path} is damaged. Run "chatwright reset-login" to write a new one.`)
  }
}

/** Whole or not at all, for the eyes of its owner only. */
export function writeLoginFile(dataDir: string, login: LoginFile): void {
  replaceFile(loginFilePath(dataDir), `${JSON.stringify(login)}\n`)
}
