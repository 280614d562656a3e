import { expect, test } from 'vitest'
import { compareWording } from './compare-wording.ts'

const toldOf = (one: string, other: string) => compareWording(one, other).told

test.each([
  ['a number', 'The course has 6 lessons in it.', 'The course has 8 lessons in it.'],
  ['a number in words', 'The course has six lessons in it.', 'The course has eight lessons in it.'],
  ['a currency', 'It is $20 for the day.', 'It is €20 for the day.'],
  ['a sign', 'It is -5 degrees in the room.', 'It is 5 degrees in the room.'],
  ['the order of numbers', 'We are open from 9 to 17.', 'We are open from 17 to 9.'],
  ['a day', 'The museum is closed on Mondays.', 'The museum is closed on Tuesdays.'],
  ['half of the day', 'The film is at 7 pm in the hall.', 'The film is at 7 am in the hall.'],
  ['half of the day that is left out', 'The film is at 7 am in the hall.', 'The film is at 7 in the hall.'],
  ['a no', 'There is a lift in the building.', 'There is no lift in the building.'],
  ['a short no', 'You need to bring the receipt.', 'You don’t need to bring the receipt.'],
  ['a refusal', 'The answer is in the guide.', 'I’m sorry, but the answer is in the guide.'],
  ['a name', 'The office is in Paris.', 'The office is in Lyon.'],
  ['who does it', 'We pay for the shipping of the parcel.', 'You pay for the shipping of the parcel.'],
  ['who does it to whom', 'The dealer pays the owner for the car.', 'The owner pays the dealer for the car.'],
  ['an opposite', 'The museum is open on the holiday.', 'The museum is closed on the holiday.'],
  ['an opposite by its first letters', 'It is healthy to eat the soup.', 'It is unhealthy to eat the soup.'],
  ['a question', 'The order is of the lamp and of the chair.', 'The order is of the lamp and of the chair?'],
  ['another language', 'Der Laden ist um neun offen.', 'Der Laden ist ab neun offen.'],
  ['code', 'Use this in the file:\n```\na = 1\n```', 'Use this in your file:\n```\na = 1\n```'],
])('%s is never left to a model of meaning', (_, one, other) => {
  expect([toldOf(one, other), toldOf(other, one)]).toEqual(['different', 'different'])
})

test('case and spaces aside, the same words are the same', () => {
  expect(toldOf('We open at nine.', ' we open\nat NINE.')).toBe('same')
})

test('words that differ are left over on both sides, with the sentences they stand in', () => {
  const one = 'Thank you for asking! The picture is on the wall of the hall.'
  expect(compareWording(one, 'The image is on the wall of the hall.')).toEqual({
    told: 'near',
    unlike: [['picture'], ['image']],
    sentences: [['The picture is on the wall of the hall.'], ['The image is on the wall of the hall.']],
  })
})

test('a clause that moved, digits for a number in words and other endings leave nothing over', () => {
  const wording = compareWording('On weekdays our store opens at eight.', 'Our stores open at 8 on weekdays.')
  expect(wording).toMatchObject({ told: 'near', unlike: [[], []] })
  expect(toldOf('I am sorry, but I do not know that.', 'I’m sorry, but I do not know that.')).toBe('near')
})

test('an answer that is very long is not looked at', () => {
  const long = 'It is in the house. '.repeat(400)
  expect(toldOf(long, `${long} It is in the house.`)).toBe('different')
})
