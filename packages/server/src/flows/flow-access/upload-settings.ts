import type { UploadSettings } from '@chatwright/contract'
import type { Flow, NodeDescription } from '@chatwright/core'
import type { FlowHead } from '../flows/flow-library.ts'
import { fileInputsOf } from './open-file-inputs.ts'

/** Megabytes, as widgets show them. */
const IMAGE_SIZE_MB = 5
const FILE_SIZE_MB = 50
const IMAGE_TYPES = ['image/gif', 'image/jpeg', 'image/png', 'image/webp']

/** What a flow takes along with a question, read off its nodes: pictures for models that see, files for open loaders. */
export function uploadSettingsOf(
  flow: Flow,
  describe: (nodeName: string) => NodeDescription | undefined,
  { settings, hears }: Pick<FlowHead, 'settings'> & { hears: boolean },
): UploadSettings {
  const canSee = takesPictures(flow)
  const fileTypes = fileInputsOf(flow, describe, settings)
    .filter(({ isOpen }) => isOpen)
    .flatMap(({ input }) => (input.fileType ?? '*').split(',').map((type) => type.trim()))
  return {
    isSpeechToTextEnabled: hears,
    isImageUploadAllowed: canSee,
    isRAGFileUploadAllowed: fileTypes.length > 0,
    imgUploadSizeAndTypes: canSee ? [{ fileTypes: IMAGE_TYPES, maxUploadSize: IMAGE_SIZE_MB }] : [],
    fileUploadSizeAndTypes:
      fileTypes.length > 0 ? [{ fileTypes: [...new Set(fileTypes)], maxUploadSize: FILE_SIZE_MB }] : [],
  }
}

/** Whether some model of the flow was allowed to see what people send along, also one inside a step. */
export function takesPictures({ nodes }: Flow): boolean {
  return nodes.some(({ data }) => allowsPictures(data.inputs))
}

/** Settings of models stand inside those of steps, and of tools inside those. */
export function allowsPictures(inputs: unknown): boolean {
  const left = [inputs]
  while (left.length > 0) {
    const each = left.pop()
    if (typeof each !== 'object' || each === null) continue
    if ('allowImageUploads' in each && isTrue(each.allowImageUploads)) return true
    for (const inner of Object.values(each)) left.push(inner)
  }
  return false
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true'
}
