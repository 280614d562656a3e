import type { Artifact } from '@chatwright/core'
import { getUploadedFile, routeUrl } from '@chatwright/contract'

import { isPicture, storedName } from './prediction/artifact-file.ts'

/** Where the picture of an answer is found, and what to call it; nothing when it is no picture. */
export function artifactPicture(
  artifact: Artifact,
  { chatflowId, chatId }: { chatflowId: string; chatId: string },
): { address: string; fileName: string } | undefined {
  if (!isPicture(artifact)) return undefined
  const { type, data } = artifact
  const fileName = storedName(artifact)
  if (fileName === undefined) return { address: `data:image/${type};base64,${data}`, fileName: `picture.${type}` }
  return { address: routeUrl(getUploadedFile, { query: { chatflowId, chatId, fileName } }), fileName }
}
