import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { useCombobox } from './use-combobox.ts'

afterEach(cleanup)

interface ListProps {
  names: readonly string[]
  first?: number
  isRound?: boolean
  onTake?: (index: number) => void
}

const ignore = (): void => undefined

function List({ names, first = 0, isRound = false, onTake = ignore }: ListProps) {
  const { field, option, takeKey, listId } = useCombobox({ id: 'x', count: names.length, first, isRound, onTake })
  return (
    <>
      <input aria-label="Find" {...field} onKeyDown={(event) => void takeKey(event)} />
      <div role="listbox" id={listId}>
        {names.map((name, index) => (
          <div key={name} {...option(index)} aria-selected={false}>
            {name}
          </div>
        ))}
      </div>
    </>
  )
}

const names = Array.from({ length: 12 }, (_, index) => `Choice ${index}`)

/** What a screen reader says is active. */
function told(): string | undefined {
  const id = screen.getByRole('combobox').getAttribute('aria-activedescendant')
  return id === null ? undefined : document.getElementById(id)?.textContent
}

async function press(keys: string): Promise<string | undefined> {
  await userEvent.type(screen.getByRole('combobox'), keys)
  return told()
}

test('arrows and pages move the active choice, not past the ends, and the field says which it is', async () => {
  render(<List names={names} />)
  expect(told()).toBe('Choice 0')
  expect(await press('{ArrowUp}')).toBe('Choice 0')
  expect(await press('{ArrowDown}{ArrowDown}')).toBe('Choice 2')
  expect(await press('{PageDown}')).toBe('Choice 10')
  expect(await press('{PageDown}')).toBe('Choice 11')
  expect(await press('{PageUp}')).toBe('Choice 3')
  expect(screen.getByRole('combobox').getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id)
})

test('a round list goes from the last choice to the first and back', async () => {
  render(<List names={names.slice(0, 3)} isRound />)
  expect(await press('{ArrowUp}')).toBe('Choice 2')
  expect(await press('{ArrowDown}')).toBe('Choice 0')
})

test('Enter takes the active choice, and the first where none is active yet', async () => {
  const onTake = vi.fn<(index: number) => void>()
  render(<List names={names} first={-1} onTake={onTake} />)
  expect(told()).toBeUndefined()
  await press('{Enter}')
  await press('{ArrowDown}{ArrowDown}{Enter}')
  expect(onTake.mock.calls).toEqual([[0], [1]])
})

test('the pointer makes active what it is over, and takes what it clicks', async () => {
  const onTake = vi.fn<(index: number) => void>()
  render(<List names={names} onTake={onTake} />)
  await userEvent.hover(screen.getByRole('option', { name: 'Choice 4' }))
  expect(told()).toBe('Choice 4')
  await userEvent.click(screen.getByRole('option', { name: 'Choice 5' }))
  expect(onTake.mock.calls).toEqual([[5]])
})

test('a list that has become shorter keeps its last choice active; an empty one has none, and Enter takes nothing', async () => {
  const onTake = vi.fn<(index: number) => void>()
  const { rerender } = render(<List names={names} first={7} onTake={onTake} />)
  rerender(<List names={names.slice(0, 2)} onTake={onTake} />)
  expect(told()).toBe('Choice 1')
  rerender(<List names={[]} onTake={onTake} />)
  expect(await press('{ArrowDown}{Enter}')).toBeUndefined()
  expect(onTake).not.toHaveBeenCalled()
})
