// The server as compiled, before it is bundled: a change is served as soon as the compiler has written it.
import { runCli } from '../packages/server/dist/cli.js'

await runCli(process.argv)
