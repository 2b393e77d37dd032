import type { DemoProduct } from './pots.ts'

/** The newest demo products, oldest first: the home page shows those that are featured. */
export const FEATURED_POTS: readonly DemoProduct[] = [
  {
    title: 'Cubee Monsoon Cube',
    code: 'C02',
    colour: 'Grey Stone',
    category: 'Balcony POT',
    description:
      'Four wide drain holes and a raised foot: this cube does not mind a week of rain. Caladium and coleus love it on the balcony. Loosen the top of the soil after heavy showers.',
    price: 899,
    featured: true,
    discount: 10,
    reviews: [4.5, 118],
  },
  {
    title: 'Tubo Slim Palm Planter',
    code: 'T01',
    colour: 'Marble White',
    category: 'Indoor POT',
    description:
      'A tall white taper that lets a lady palm be seen over the back of the sofa. A removable liner makes repotting a clean job. Keep it a metre from the air conditioner, and water when the liner feels light.',
    featured: true,
    reviews: [4.6, 57],
  },
  {
    title: 'Widee Salad Bowl Planter for the Balcony',
    code: 'W02',
    colour: 'Sandstone',
    category: 'Kitchen POT',
    description:
      'Lettuce, rocket and spring onions in one wide bowl, ready in six weeks. Sow a quarter of it every ten days and there is always something to cut. Water in the evening, and shade it from the May sun.',
    featured: true,
    discount: 20,
    reviews: [4.8, 240],
  },
  {
    title: 'Triya Plant Stand',
    code: 'TR01',
    colour: 'Marble White',
    category: 'Desk POT',
    description:
      'Three short legs and a clean white bowl for the side table. A pothos trails from it within a month. Cut the tips to keep it bushy, and water every fifth day.',
    featured: true,
  },
  {
    title: 'Boxa Window Box',
    code: 'B01',
    colour: 'Sandstone',
    category: 'Balcony POT',
    description:
      'A window box in warm sandstone for geraniums and trailing ivy. The brackets of most balcony railings hold it. Pick off faded flowers every few days, and feed it in spring.',
    featured: true,
    discount: 15,
    reviews: [4.3, 81],
    addedBy: 'seller',
  },
  {
    title: 'Ovalin Orchid Oval with Air Slots',
    code: 'OV01',
    colour: 'Grey Stone',
    category: 'Indoor POT',
    description:
      'Slots in the side give orchid roots the air they ask for. Fill it with bark, not with soil. Soak it once a week for ten minutes, and let it drain completely.',
    featured: true,
    reviews: [4.7, 66],
  },
  {
    title: 'Bonsai Master Tray',
    code: 'BON02',
    colour: 'Marble White',
    category: 'Bonsai POT',
    description:
      'A pale tray that lets an old trunk speak. Cut feet keep air moving under the roots. Water with a fine rose until it runs clear, and turn the tray every second week.',
    featured: true,
    reviews: [4.9, 28],
  },
  {
    title: 'Cubee Family Cube for a Lemon Tree',
    code: 'C03',
    colour: 'Marble White',
    category: 'Terrace POT',
    description:
      'Deep and broad enough for a grafted lemon that fruits in its second year. The white walls keep the soil cool. Feed citrus every month from February to September, and water when the top three centimetres are dry.',
    featured: true,
    discount: 10,
    reviews: [4.6, 94],
  },
  {
    title: 'Tubo Balcony Tower',
    code: 'T02',
    colour: 'Sandstone',
    category: 'Balcony POT',
    description:
      'A tall tower that gives a climbing jasmine somewhere to begin. Sand in its foot holds it still on a windy tenth floor. Tie in new shoots every week, and water at dusk.',
    featured: true,
    reviews: [4.4, 35],
  },
  {
    title: 'Widee Grand Bowl for Bougainvillea',
    code: 'W04',
    colour: 'Sandstone',
    category: 'Garden POT',
    description:
      'A great bowl for a bougainvillea that is allowed to spill. Hold back on water and it flowers the more. Prune it hard in January, and wear gloves.',
    featured: true,
    discount: 12,
    reviews: [4.8, 53],
  },
  {
    title: 'Cubee Pocket Cube',
    code: 'C01',
    colour: 'Mosaic Grey',
    category: 'Desk POT',
    description:
      'The smallest cube in our newest finish, for a cactus, a cutting or a first plant of one’s own. It ships with a cork mat. Water a cactus every second week, and everything else when it asks.',
    featured: true,
    discount: 5,
    reviews: [4.5, 17],
  },
]
