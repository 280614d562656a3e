import { testKilledLoads } from '../packages/server/testing/killed-loads.ts'

const THREE_TIMES = [3, 5, 8]

testKilledLoads({ alone: THREE_TIMES, onPostgres: THREE_TIMES, inWorkers: THREE_TIMES })
