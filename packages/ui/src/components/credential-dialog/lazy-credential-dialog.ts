import type { ComponentType } from 'react'

import { lazyDialog } from '../lazy-part/lazy-part.tsx'
import type { CredentialDialogProps } from './credential-dialog.tsx'

/** In one place, so that every screen loads the same files. */
export const CredentialDialog: ComponentType<CredentialDialogProps> = lazyDialog(
  () => import('./credential-dialog.tsx'),
  { texts: ['credentials'] },
)
