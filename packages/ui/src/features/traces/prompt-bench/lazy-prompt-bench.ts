import type { ComponentType } from 'react'

import { lazyDialog } from '../../../components/lazy-part/lazy-part.tsx'
import type { PromptBenchProps } from './prompt-bench.tsx'

export const PromptBench: ComponentType<PromptBenchProps> = lazyDialog(() => import('./prompt-bench.tsx'))
