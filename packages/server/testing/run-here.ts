import { runCli } from '../src/cli.ts'

/**
 * Runs a command to its end in this process, one at a time: to start another takes ten times as long. That each command is found in
 * the built product, and what it exits with, has tests that start one.
 */
export async function runHere(
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const { env: ours, stdout, stderr } = process
  const mask = process.umask()
  const said: string[] = []
  const write = (text: string | Uint8Array): boolean => said.push(String(text)) > 0
  const restore = [stdout, stderr].map((stream) => {
    const { write: before } = stream
    stream.write = write
    return () => (stream.write = before)
  })
  process.env = { PATH: ours['PATH'], PORT: '0', ...env }
  process.exitCode = undefined
  try {
    await runCli(['node', 'chatwright', ...args])
    return { code: exitCode(), output: said.join('') }
  } finally {
    for (const undo of restore) undo()
    process.env = ours
    process.exitCode = undefined
    process.umask(mask)
  }
}

function exitCode(): number {
  return Number(process.exitCode ?? 0)
}
