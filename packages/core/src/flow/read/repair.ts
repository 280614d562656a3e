import type { NodeDescription } from '../../node/definition.ts'
import type { Flow } from '../document.ts'
import type { Change } from './change.ts'

/** Finds a node's catalogue entry by any name it has or had. */
export type Describe = (name: string) => NodeDescription | undefined

/** One thing reading puts right; it reports what it changed and leaves everything else the same object. */
export type Repair = (flow: Flow, report: (change: Change) => void, describe: Describe) => Flow
