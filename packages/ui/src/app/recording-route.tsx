import { RecordingScreen } from '../features/traces/recording-screen.tsx'
import { ExecutionDrawing } from './execution-drawing.tsx'

/** `/recording`: a run out of a file, for the owner. */
export default function RecordingRoute() {
  return <RecordingScreen drawing={(props) => <ExecutionDrawing {...props} />} />
}
