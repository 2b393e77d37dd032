import type { BannerSlide } from '#web/ui/home/banner.tsx'
import type { Testimonial } from '#web/ui/home/testimonials.tsx'
import type { Tip } from '#web/ui/home/tips.tsx'
import type { Reason } from '#web/ui/home/why-choose.tsx'

/** Each slide describes what its photograph shows. */
export const BANNER_SLIDES: readonly BannerSlide[] = [
  {
    heading: 'Stone you can lift with one hand',
    text: 'Pots with the look of grey stone, marble and sandstone, light enough for any window sill.',
    action: 'See all pots',
    to: '/allproduct',
    image: 'banner-2',
  },
  {
    heading: 'BOXA, a kitchen garden in a row',
    text: 'Troughs of 60 to 110 cm for herbs, salad and tall grass, from ₹2,075.',
    action: 'See BOXA',
    to: '/category/boxa',
    image: 'banner-1',
  },
  {
    heading: 'On three feet, off the floor',
    text: 'TRIYA lets air flow under the pot and leaves room for trailing plants.',
    action: 'See TRIYA',
    to: '/category/triya',
    image: 'banner-3',
  },
  {
    heading: 'Four finishes, one terrace',
    text: 'Grey stone, marble white, sandstone, mosaic grey: every pot comes in all four.',
    action: 'Choose a finish',
    to: '/allproduct',
    image: 'banner-4',
  },
  {
    heading: 'Small trees need a wide tray',
    text: 'BONSAI trays are low and steady, with feet that keep the roots dry.',
    action: 'See BONSAI',
    to: '/category/bonsai',
    image: 'banner-5',
  },
  {
    heading: 'TUBO stands tall',
    text: 'Height for a doorway or a bare corner, on a footprint of 30 cm.',
    action: 'See TUBO',
    to: '/category/tubo',
    image: 'banner-6',
  },
  {
    heading: 'OVALIN, soft at the edges',
    text: 'An oval that fits a narrow shelf and still holds a fern.',
    action: 'See OVALIN',
    to: '/category/ovalin',
    image: 'banner-7',
  },
]

export const TIPS: readonly Tip[] = [
  {
    heading: 'Water by weight',
    text: 'Lift or tilt the pot. If it is light, water it; if it is heavy, wait. Not sure? Push a finger 2 cm into the soil.',
    image: 'tip-1',
  },
  {
    heading: 'Turn it towards the light',
    text: 'Give the pot a quarter turn every week to keep the plant straight. In May, move it a metre back from a west window.',
    image: 'tip-2',
  },
  {
    heading: 'One size up, not three',
    text: 'Choose a pot 3 to 5 cm wider than the root ball. In a pot that is too large, the soil stays wet and the roots rot.',
    image: 'tip-3',
  },
  {
    heading: 'Wipe, don’t scrub',
    text: 'Remove dust and limescale with a damp cloth and a soft brush. Don’t use wire wool.',
    image: 'tip-4',
  },
]

export const WHY_CHOOSE: readonly Reason[] = [
  {
    icon: 'feather',
    heading: 'Looks like stone, lifts like a bucket',
    text: 'A stone-finish shell of tough plastic weighs a fraction of the real thing. Your balcony and your back will thank you.',
  },
  {
    icon: 'sun',
    heading: 'Made for the Indian sun',
    text: 'The colour is UV-stabilised, so it resists fading, and the finish withstands the monsoon.',
  },
  {
    icon: 'drop',
    heading: 'Drains as roots need',
    text: 'Every pot has a drainage hole with a plug: open on the terrace, closed on the bookshelf.',
  },
  {
    icon: 'truck',
    heading: 'Delivery is free',
    text: 'Free on every order, to every pincode we serve. Pay online, or in cash on delivery.',
  },
]

export const TESTIMONIALS: readonly Testimonial[] = [
  {
    name: 'Ananya Iyer',
    city: 'Bengaluru',
    rating: 5,
    text: 'I ordered two CUBEE pots for the balcony and had to tap them to believe they aren’t stone. When it storms, I can carry them inside on my own.',
  },
  {
    name: 'Rohan Deshpande',
    city: 'Pune',
    rating: 5,
    text: 'The scale drawing saved me. It showed that the large TUBO would hide the switchboard, so I ordered the small one. It fits perfectly.',
  },
  {
    name: 'Farida Sheikh',
    city: 'Hyderabad',
    rating: 4,
    text: 'Sandstone is a little lighter than I expected, but it looks lovely against a white wall. Very well packed.',
  },
  {
    name: 'Gurpreet Singh',
    city: 'Chandigarh',
    rating: 5,
    text: 'Our tulsi and mint have been in the long BOXA for a summer and a winter. No cracks, no fading, no complaints.',
  },
]
