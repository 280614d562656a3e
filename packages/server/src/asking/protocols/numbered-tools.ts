import { toolsIn, type RunEvent, type UsedTool } from '@chatwright/core'

/** Tools of a run with ids: they are told when they are called and once more, all together, when they are done. */
export interface NumberedTools {
  /** Nothing for events that tell of no tools. */
  hear(event: RunEvent): ToolNews | undefined
  /** The id of one that was called and isn't done. */
  openId(name: string): string | undefined
}

export type ToolNews =
  | { type: 'called'; tools: NumberedTool[] }
  /** `isNew` for those that were not told when they were called. */
  | { type: 'done'; tools: (NumberedTool & { isNew: boolean })[] }

export interface NumberedTool extends UsedTool {
  id: string
}

export function numberTools(prefix: string): NumberedTools {
  /** By name: the ids of those that were called, and how many of them are done. */
  const open = new Map<string, { ids: string[]; done: number }>()
  let count = 0
  const nextId = (): string => `${prefix}-${(count += 1)}`
  const call = (tool: UsedTool): NumberedTool => {
    const id = nextId()
    const known = open.get(tool.tool)
    if (known) known.ids.push(id)
    else open.set(tool.tool, { ids: [id], done: 0 })
    return { ...tool, id }
  }
  const finish = (tool: UsedTool): NumberedTool & { isNew: boolean } => {
    const known = open.get(tool.tool)
    const id = known?.ids[known.done]
    if (known && id !== undefined) known.done += 1
    return { ...tool, id: id ?? nextId(), isNew: id === undefined }
  }
  return {
    hear(event) {
      const told = toolsIn(event)
      if (!told) return undefined
      return told.areDone
        ? { type: 'done', tools: told.tools.map(finish) }
        : { type: 'called', tools: told.tools.map(call) }
    },
    openId(name) {
      const known = open.get(name)
      return known?.ids[known.done]
    },
  }
}
