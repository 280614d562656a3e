import { testKilledFlows } from '../testing/killed-flows.ts'

// Together each of the seven calls, in both rounds, and in workers one that is heard and one that is not. `npm run soak` kills
// at each of them on every deployment.
testKilledFlows({ alone: [1, 5, 7], onPostgres: [2, 4], inWorkers: [3, 6] })
