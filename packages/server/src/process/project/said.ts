import type { ProjectProblem } from './project.ts'

export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

export function warn(line: string): void {
  process.stderr.write(`${line}\n`)
}

export function sayJson(value: unknown): void {
  say(JSON.stringify(value, undefined, 2))
}

/** `flows/support.flow.ts:12:3 error …`, as editors and terminals make it a link. */
export function problemLine({ file, line, column, severity, message }: ProjectProblem): string {
  return `${file}:${line}:${column} ${severity}: ${message}`
}
