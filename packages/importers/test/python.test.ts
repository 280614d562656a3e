import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { translatePython } from '../src/python/translate-python.ts'

/** What Python's `main` gives, translated and run. */
function run(source: string, ...given: unknown[]): unknown {
  const translated = translatePython(source)
  if (!translated) throw new Error('It was not translated')
  const context = createContext({ given, console })
  return JSON.parse(JSON.stringify(runInContext(`(() => { ${translated.code}\nreturn main(...given) })()`, context)))
}

test('functions, lists, dictionaries, texts and exceptions', () => {
  const source = `
import json, re
from typing import List

def helper(x: int = 2) -> List[int]:
    """Doubles."""
    return [i * x for i in range(5) if i % 2 == 0]

def main(text: str, n) -> dict:
    # a note
    found = re.search(r'(?P<word>[a-z]+)(\\d+)', text)
    a, (b, c) = 1, (2, 3)
    total = 0
    for index, (key, value) in enumerate({'x': 1, 'y': 2}.items()):
        total += index * value
    while n > 3:
        n -= 1
        if n == 5:
            continue
    try:
        int('q')
    except (ValueError, KeyError) as e:
        text += '!' + str(e)[:7]
    finally:
        total += 1
    return {
        'list': helper() + helper(x=3),
        'text': f"{text.upper()}|{total:>3}|{0.5:.1%}|{'-'.join(sorted({'b', 'a'}))}",
        'found': found.group('word') if found else None,
        'parsed': json.loads('{"k": [1, 2]}')['k'][-1], 'n': n, 'abc': [a, b, c],
        'slices': 'abcdef'[1:-1:2] + 'abc'[::-1],
        'chain': 1 < n <= 3 and 'b' not in text,
        'sub': re.sub(r'(\\d)', r'<\\1>', text)[:6],
    }
`
  expect(run(source, 'abc12', 9)).toEqual({
    list: [0, 4, 8, 0, 6, 12],
    text: 'ABC12!INVALID|  3|50.0%|a-b',
    found: 'abc',
    parsed: 2,
    n: 3,
    abc: [1, 2, 3],
    slices: 'bdcba',
    chain: false,
    sub: 'abc<1>',
  })
})

test.each([
  ['a class', 'class A:\n    pass\ndef main():\n    return {}'],
  ['a module that is not here', 'import pandas as pd\ndef main(x):\n    return {"a": pd.read_csv(x)}'],
  ['a generator', 'def main():\n    yield 1'],
  ['what is no Python', 'def main(:\n  return'],
  ['no end of brackets', `def main():\n    return ${'('.repeat(5000)}`],
])('%s is not translated', (_, source) => {
  expect(translatePython(source)).toBeUndefined()
})

test('what only JavaScript has is out of reach', () => {
  expect(() => run("def main():\n    return {'a': 'x'.constructor}")).toThrow('no attribute')
  expect(() => run("def main():\n    return {'a': {}['__proto__']}")).toThrow('__proto__')
})
