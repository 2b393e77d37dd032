import type { PotColour, SizeCode } from '#domain/catalog/sizes.ts'
import type { Rupees } from '#domain/money.ts'

export type DemoProduct = {
  title: string
  code: SizeCode
  colour: PotColour
  category: string
  description: string
  /** Overrides the price of the size. */
  price?: Rupees
  featured?: true
  discount?: number
  reviews?: [rating: number, count: number]
  addedBy?: 'seller'
  /** Not yet approved. */
  unapproved?: true
}

/** The older demo products, oldest first: every size, and two pots that await approval. */
export const POTS: readonly DemoProduct[] = [
  {
    title: 'Cubee Desk Cube',
    code: 'C01',
    colour: 'Grey Stone',
    category: 'Desk POT',
    description:
      'A small cube for the corner of a desk, just right for a jade plant or a snake plant pup. It is light enough to carry to the tap in one hand. Water once the top two centimetres of soil are dry, and empty the saucer after ten minutes.',
    discount: 10,
    reviews: [4.4, 126],
  },
  {
    title: 'Cubee Window Ledge Planter in Marble White',
    code: 'C02',
    colour: 'Marble White',
    category: 'Indoor POT',
    description:
      'Three of these stand side by side on an ordinary window ledge. The pale finish throws light back up under the leaves, which helps plants that face north. Wipe it with a damp cloth; soap is seldom needed.',
    reviews: [4.6, 88],
    addedBy: 'seller',
  },
  {
    title: 'Cubee Patio Block',
    code: 'C03',
    colour: 'Sandstone',
    category: 'Terrace POT',
    description:
      'A forty centimetre cube with room for a dwarf lemon or a bougainvillea. The walls are double, so roots stay cooler through an April afternoon. Lift it onto pot feet before the monsoon, so that rain runs out freely.',
  },
  {
    title: 'Cubee Grand Courtyard Cube',
    code: 'C04',
    colour: 'Mosaic Grey',
    category: 'Statement POT',
    description:
      'The largest of the cubes, made for a young frangipani or a fan palm by the front door. Fill the lowest hand’s breadth with broken brick to keep the roots out of standing water. Move it before you fill it: with soil it takes two people.',
    reviews: [4.8, 31],
  },
  {
    title: 'Tubo Tall Taper',
    code: 'T01',
    colour: 'Grey Stone',
    category: 'Balcony POT',
    description:
      'A slim tapered column that lifts trailing plants to knee height without taking floor space. An inner shelf holds the soil, so the tall body stays light. Feed trailing plants every second week while they grow.',
    discount: 15,
    reviews: [4.3, 64],
  },
  {
    title: 'Tubo Entrance Column',
    code: 'T02',
    colour: 'Marble White',
    category: 'Statement POT',
    description:
      'Eighty centimetres of quiet white for either side of a door. A heavy foot keeps it upright in the wind that comes before rain. Turn it a quarter every month, so that the plant grows straight.',
    addedBy: 'seller',
  },
  {
    title: 'Widee Herb Bowl',
    code: 'W01',
    colour: 'Sandstone',
    category: 'Kitchen POT',
    description:
      'A wide, shallow bowl in which coriander, mint and tulsi grow together within reach of the stove. Cut often: herbs thicken when they are used. Keep the soil evenly damp and give the bowl four hours of sun.',
    reviews: [4.7, 203],
  },
  {
    title: 'Widee Low Garden Bowl for Succulents',
    code: 'W02',
    colour: 'Grey Stone',
    category: 'Balcony POT',
    description:
      'A low bowl for a small landscape of echeveria, haworthia and a stone or two. Plant in two parts coarse sand to one part soil. Water deeply every ten days, and hardly at all during the rains.',
    discount: 5,
  },
  {
    title: 'Widee Lotus Bowl',
    code: 'W03',
    colour: 'Mosaic Grey',
    category: 'Garden POT',
    description:
      'Sealed inside, this bowl holds water for a dwarf lotus or a few water lilies. Top it up with rain water when you can. A pair of guppies keeps the mosquitoes away.',
    reviews: [4.5, 47],
  },
  {
    title: 'Widee Great Courtyard Bowl',
    code: 'W04',
    colour: 'Marble White',
    category: 'Statement POT',
    description:
      'Sixty-four centimetres across, for a ring of petunias around one tall grass. Use a light mix with cocopeat so that it can still be moved. It may stay outside all year.',
  },
  {
    title: 'Triya Little Stand',
    code: 'TR01',
    colour: 'Sandstone',
    category: 'Indoor POT',
    description:
      'A round pot on three turned legs, high enough to sweep under. It suits a peace lily or a calathea beside the sofa. Mist the leaves in dry winter weeks, and keep the legs on felt pads.',
    reviews: [4.2, 39],
    addedBy: 'seller',
  },
  {
    title: 'Triya Reading Corner Planter with Legs',
    code: 'TR02',
    colour: 'Grey Stone',
    category: 'Indoor POT',
    description:
      'Made for the corner by the armchair where a rubber plant likes to live. The bowl lifts off its stand for watering day. Dust large leaves with a soft damp cloth once a month.',
    discount: 12,
  },
  {
    title: 'Triya Hall Planter',
    code: 'TR03',
    colour: 'Marble White',
    category: 'Statement POT',
    description:
      'A generous tripod planter for an areca palm in the hall. The three legs spread its weight on tile and wood alike. Water twice a week in summer and once in winter.',
  },
  {
    title: 'Triya Grand Tripod for Tall Palms',
    code: 'TR04',
    colour: 'Mosaic Grey',
    category: 'Statement POT',
    description:
      'The tallest Triya carries a palm of two metres without a wobble. A plug in the base lets you drain it after a storm. Tighten the three leg screws once a year.',
    reviews: [4.9, 18],
  },
  {
    title: 'Boxa Railing Trough',
    code: 'B01',
    colour: 'Grey Stone',
    category: 'Balcony POT',
    description:
      'Sixty centimetres long and slim enough for the narrowest balcony. Room for five marigolds or a row of spinach. Water slowly along the whole length until it drips from the holes.',
    discount: 8,
    reviews: [4.4, 152],
  },
  {
    title: 'Boxa Terrace Kitchen Garden Trough',
    code: 'B02',
    colour: 'Sandstone',
    category: 'Terrace POT',
    description:
      'Deep enough for chillies, beans and cherry tomatoes, with slots at the back for a trellis. Mix in a spadeful of compost every season. Turn the soil between crops and let it rest for two weeks.',
  },
  {
    title: 'Boxa Long Divider',
    code: 'B03',
    colour: 'Mosaic Grey',
    category: 'Office POT',
    description:
      'A metre and ten of planter that turns an open floor into two rooms. Plant it thickly with snake plants and it needs water only every third week. Castors may be screwed into its foot.',
    addedBy: 'seller',
  },
  {
    title: 'Ovalin Mantel Oval',
    code: 'OV01',
    colour: 'Marble White',
    category: 'Indoor POT',
    description:
      'A soft oval that fits a mantel, a sideboard or the end of a long table. Ferns and begonias fill it within a season. Keep it out of direct noon sun, and water from below.',
    reviews: [4.6, 72],
  },
  {
    title: 'Ovalin Verandah Oval Planter',
    code: 'OV02',
    colour: 'Sandstone',
    category: 'Garden POT',
    description:
      'A wide oval for the verandah steps, warm in colour and kind to bare feet, for it has no sharp edge. Hibiscus flowers in it from March to November. Prune lightly after each flush of flowers.',
    discount: 10,
  },
  {
    title: 'Bonsai Starter Tray',
    code: 'BON01',
    colour: 'Mosaic Grey',
    category: 'Bonsai POT',
    description:
      'A shallow tray with wire holes for the first ficus you train yourself. Two large drain holes come with mesh already fitted. Water a little every day, and never let so shallow a soil dry out.',
    reviews: [4.7, 95],
  },
  {
    title: 'Bonsai Cascade Tray in Grey Stone',
    code: 'BON02',
    colour: 'Grey Stone',
    category: 'Bonsai POT',
    description:
      'Broad and low, for a juniper that leans over its edge. The unglazed inside lets fine roots breathe. Repot in February, before the new leaves, and shorten the roots by a third.',
  },
  {
    title: 'Bonsai Forest Tray for a Group of Trees',
    code: 'BON03',
    colour: 'Sandstone',
    category: 'Bonsai POT',
    description:
      'Room for a small forest of seven trees and the moss between them. The rim is low, so that the group reads as a landscape. Spray the moss in the morning, and water the trees when the surface turns pale.',
    reviews: [4.9, 12],
  },
  {
    title: 'Widee Fountain Bowl',
    code: 'W03',
    colour: 'Sandstone',
    category: 'Statement POT',
    description:
      'A single bowl with a hand-finished rim, drilled for a small fountain pump. It was the first of its kind from our workshop. Empty it before a frost and keep the pump clean of leaves.',
    price: 2650,
    reviews: [5, 3],
  },
  {
    title: 'Cubee Terracotta-Tone Trial Cube',
    code: 'C02',
    colour: 'Sandstone',
    category: 'Balcony POT',
    description:
      'A trial run in a warmer sandstone, from a seller in Jaipur. It takes a money plant or a small croton. Rinse it with plain water, for soap leaves marks on this finish.',
    addedBy: 'seller',
    unapproved: true,
  },
  {
    title: 'Ovalin Bathroom Fern Oval',
    code: 'OV01',
    colour: 'Mosaic Grey',
    category: 'Indoor POT',
    description:
      'Fits the shelf above the basin, where a fern likes the damp air. The mosaic grey hides splashes well. Give it a bright window, and water only when the surface is dry to the touch.',
    addedBy: 'seller',
    unapproved: true,
  },
]
