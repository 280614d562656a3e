import { useSearchParams } from 'react-router'

/** What the address says is open (`?open=…`), and a way to close it that leaves the rest of the address alone. */
export function useOpenedByAddress(): [id: string | undefined, close: () => void] {
  const [params, setParams] = useSearchParams()
  const close = () =>
    setParams(
      (before) => {
        const rest = new URLSearchParams(before)
        rest.delete('open')
        return rest
      },
      { replace: true },
    )
  return [params.get('open') ?? undefined, close]
}
