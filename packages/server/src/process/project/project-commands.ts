import type { Command } from 'commander'
import type { DiffFlags } from './diff-command.ts'
import type { Place } from './check-command.ts'
import type { PullFlags } from './pull-command.ts'
import type { PushFlags } from './push-command.ts'

const FOLDER = ['--folder <folder>', 'project folder', '.'] as const
const JSON_FLAG = ['--json', 'print the result as JSON'] as const
const TO = ['--to <server>', 'server to use, as "remote add" named it'] as const
const FLOWS = ['[flows...]', 'flow names or files; default: all flows of the folder'] as const

/** The commands of flows as code. Each loads what it needs when it is used. */
export function addProjectCommands(program: Command): void {
  program
    .command('check')
    .description('check flows as code, without a server; exit code 1 if one has an error')
    .argument(...FLOWS)
    .option(...FOLDER)
    .option(...JSON_FLAG)
    .action(async (names: string[], place: Place) => {
      const { checkProject } = await import('./check-command.ts')
      if (!(await checkProject(process.env, names, place))) process.exitCode = 1
    })

  program
    .command('diff')
    .description(
      'show what differs between the folder and a server, or between two servers; exit code 1 if anything does',
    )
    .argument('[words...]', 'flows, one server or two servers')
    .option(...TO)
    .option(...FOLDER)
    .option(...JSON_FLAG)
    .action(async (words: string[], flags: DiffFlags) => {
      const { diffProject } = await import('./diff-command.ts')
      if (!(await diffProject(process.env, words, flags))) process.exitCode = 1
    })

  program
    .command('pull')
    .description("write a server's flows into the folder as code, and merge what changed on both sides")
    .argument('[flows...]', 'flow names or IDs; default: the flows of the folder, or all flows')
    .option(...TO)
    .option('--theirs', "replace the folder's flows with the server's")
    .option('--watch', 'keep the folder and the canvas the same until stopped')
    .option(...FOLDER)
    .option(...JSON_FLAG)
    .action(async (names: string[], { watch, ...flags }: PullFlags & { watch?: boolean }) => {
      const { pullProject } = await import('./pull-command.ts')
      if (!(await pullProject(process.env, names, flags))) process.exitCode = 1
      else if (watch) {
        const { watchProject } = await import('./watch-command.ts')
        const stop = new AbortController()
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
        await watchProject(process.env, flags, stop)
      }
    })

  program
    .command('push')
    .description('check, test and save flows on a server, without publishing them')
    .argument(...FLOWS)
    .option(...TO)
    .option('--publish', 'publish what was saved, if no test failed')
    .option(
      '--based-on <version>',
      'version on the server that your changes are based on, if this folder never pulled it',
    )
    .option(...FOLDER)
    .option(...JSON_FLAG)
    .action(async (names: string[], flags: PushFlags) => {
      const { pushProject } = await import('./push-command.ts')
      if (!(await pushProject(process.env, names, flags))) process.exitCode = 1
    })

  program
    .command('types')
    .description('write the types of all nodes to chatwright-env.d.ts')
    .option('--to <server>', 'also list the models, tools and credentials of a server')
    .option(...FOLDER)
    .action(async ({ to, folder }: { to?: string; folder: string }) => {
      const { writeProjectTypes } = await import('./types-command.ts')
      await writeProjectTypes(process.env, { to, folder })
    })

  program
    .command('eject')
    .description('write a program that answers a flow without a server, with its tests')
    .argument('<flow>', 'flow name or file')
    .requiredOption('--out <folder>', 'new folder for the program')
    .option(...FOLDER)
    .action(async (flow: string, flags: { out: string; folder: string }) => {
      const { ejectProject } = await import('./eject-command.ts')
      await ejectProject(process.env, flow, flags)
    })

  const remote = program.command('remote').description('manage the servers that flows are pulled from and pushed to')
  remote
    .command('add')
    .description('add a server; its API key is read from CHATWRIGHT_API_KEY or typed in')
    .argument('<name>', 'name, such as staging')
    .argument('<address>', 'address, such as https://staging.example.com')
    .action(async (name: string, address: string) => {
      const { addRemote } = await import('./remote-command.ts')
      await addRemote(process.env, name, address)
    })
  remote
    .command('list')
    .description('list servers, without their API keys')
    .option(...JSON_FLAG)
    .action(async (flags: { json?: boolean }) => {
      const { listRemotes } = await import('./remote-command.ts')
      listRemotes(process.env, flags)
    })
  remote
    .command('remove')
    .description('remove a server with its API key')
    .argument('<name>', 'name of the server')
    .action(async (name: string) => {
      const { removeRemote } = await import('./remote-command.ts')
      removeRemote(process.env, name)
    })
}
