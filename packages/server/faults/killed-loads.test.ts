import { testKilledLoads } from '../testing/killed-loads.ts'

// What a second and a third kill leave is the same wherever it is deployed: `npm run soak` kills three times everywhere.
testKilledLoads({ alone: [3, 5, 8], onPostgres: [3], inWorkers: [3] })
