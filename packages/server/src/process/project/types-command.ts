import { findEnvironment } from './environments.ts'
import { openProject } from './project.ts'
import { openRemote } from './remote.ts'
import { say } from './said.ts'
import { TYPES_FILE, writeTypesHere } from './write-types-here.ts'

/** `chatwright types`: without a server, the catalogue here is all there is to know. */
export async function writeProjectTypes(
  env: NodeJS.ProcessEnv,
  { to, folder }: { to: string | undefined; folder: string },
): Promise<void> {
  const project = await openProject(env, folder)
  await writeTypesHere(project, to === undefined ? undefined : openRemote(findEnvironment(env, to)))
  say(`Wrote ${TYPES_FILE}.`)
}
