import { number, options, string } from './inputs.ts'

/**
 * What every step may be told about its failures. The older product does not know these inputs and leaves them as they
 * are; a flow that has none of them fails as it does there.
 */
export const stepPolicy = {
  onError: options({
    destination: false,
    label: 'When it fails',
    options: [
      { label: 'End the run', name: 'fail' },
      { label: 'Try again, then end the run', name: 'retry' },
      { label: 'Continue with this text', name: 'default' },
      { label: 'Continue on the error output', name: 'output' },
    ],
    default: 'fail',
    optional: true,
    additional: true,
  }),
  retries: number({
    destination: false,
    label: 'Retries',
    description:
      "Waits one second before the first retry, then twice as long each time. Completed side effects aren't repeated.",
    default: 2,
    min: 1,
    max: 10,
    step: 1,
    optional: true,
    additional: true,
    hide: { onError: ['fail', ''] },
  }),
  errorText: string({
    destination: false,
    label: 'Text to continue with',
    rows: 2,
    optional: true,
    additional: true,
    show: { onError: 'default' },
  }),
}
