import { testKilledComparisons } from '../testing/killed-comparisons.ts'

testKilledComparisons()
