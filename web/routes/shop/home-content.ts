import type { BannerSlide } from '#web/ui/banner.tsx'
import type { Testimonial } from '#web/ui/testimonials.tsx'
import type { Tip } from '#web/ui/tips.tsx'
import type { Reason } from '#web/ui/why-choose.tsx'

/** The seven slides of the home page, one a family. */
export const BANNER_SLIDES: readonly BannerSlide[] = [
  {
    heading: 'Stone you can lift with one hand',
    line: 'Pots with the look of grey stone, marble and sandstone, light enough for any balcony.',
    action: 'See all pots',
    to: '/allproduct',
    picture: 'banner-1',
    arrangement: [
      { family: 'TUBO', colour: 'Sandstone' },
      { family: 'OVALIN', colour: 'Marble White' },
      { family: 'CUBEE', colour: 'Grey Stone' },
    ],
  },
  {
    heading: 'CUBEE, a quiet cube',
    line: 'Four sizes from shelf to floor, from ₹495.',
    action: 'See CUBEE',
    to: '/category/cubee',
    picture: 'banner-2',
    arrangement: [
      { family: 'CUBEE', colour: 'Marble White' },
      { family: 'BONSAI', colour: 'Mosaic Grey' },
    ],
  },
  {
    heading: 'TUBO stands tall',
    line: 'Height for a doorway or a bare corner, on a footprint of 30 cm.',
    action: 'See TUBO',
    to: '/category/tubo',
    picture: 'banner-3',
    arrangement: [
      { family: 'TUBO', colour: 'Grey Stone' },
      { family: 'WIDEE', colour: 'Marble White' },
    ],
  },
  {
    heading: 'A whole garden in one bowl',
    line: 'WIDEE is broad and shallow: made for succulents and small ferns.',
    action: 'See WIDEE',
    to: '/category/widee',
    picture: 'banner-4',
    arrangement: [
      { family: 'WIDEE', colour: 'Sandstone' },
      { family: 'TRIYA', colour: 'Grey Stone' },
    ],
  },
  {
    heading: 'Herbs along the railing',
    line: 'BOXA is a long trough for tulsi, mint and coriander, up to 110 cm.',
    action: 'See BOXA',
    to: '/category/boxa',
    picture: 'banner-5',
    arrangement: [{ family: 'BOXA', colour: 'Mosaic Grey' }],
  },
  {
    heading: 'On three feet, off the floor',
    line: 'TRIYA lets air under the pot and lets money plants trail as they like.',
    action: 'See TRIYA',
    to: '/category/triya',
    picture: 'banner-6',
    arrangement: [
      { family: 'TRIYA', colour: 'Marble White' },
      { family: 'OVALIN', colour: 'Sandstone' },
    ],
  },
  {
    heading: 'Small trees need a wide tray',
    line: 'BONSAI trays are low and steady, with feet that keep the roots dry.',
    action: 'See BONSAI',
    to: '/category/bonsai',
    picture: 'banner-7',
    arrangement: [
      { family: 'BONSAI', colour: 'Grey Stone' },
      { family: 'CUBEE', colour: 'Sandstone' },
    ],
  },
]

export const TIPS: readonly Tip[] = [
  {
    heading: 'One size up, not three',
    text: 'Choose a pot 3 to 5 cm wider than the root ball. In a pot that is far too large, soil stays wet and roots rot.',
    picture: 'tip-1',
    family: 'CUBEE',
    colour: 'Grey Stone',
  },
  {
    heading: 'Water by weight',
    text: 'Lift or tilt the pot. Light means thirsty, heavy means wait. Push a finger in 2 cm deep if you are not sure.',
    picture: 'tip-2',
    family: 'OVALIN',
    colour: 'Marble White',
  },
  {
    heading: 'Let it drain',
    text: 'Keep the hole open with a piece of mesh. Gravel at the bottom does not help; a loose mix with cocopeat and perlite does.',
    picture: 'tip-3',
    family: 'WIDEE',
    colour: 'Sandstone',
  },
  {
    heading: 'Turn it each week',
    text: 'A quarter turn a week keeps a plant straight. In May, move it a metre back from a west window.',
    picture: 'tip-4',
    family: 'TUBO',
    colour: 'Mosaic Grey',
  },
]

export const WHY_CHOOSE: readonly Reason[] = [
  {
    icon: 'feather',
    heading: 'Looks like stone, lifts like a bucket',
    text: 'A stone-finish shell of tough plastic weighs a fraction of the real thing. Balconies and backs are grateful.',
  },
  {
    icon: 'sun',
    heading: 'Made for the Indian sun',
    text: 'The colour goes through the surface and is stabilised against ultraviolet light. Monsoon water does not trouble it.',
  },
  {
    icon: 'drop',
    heading: 'Drains as roots need',
    text: 'Every pot has a drainage hole with a plug: open on the terrace, closed on the bookshelf.',
  },
  {
    icon: 'truck',
    heading: 'Delivery is free',
    text: 'To every pincode we serve, whatever you order. Pay online, or in cash when the pot has arrived.',
  },
]

export const TESTIMONIALS: readonly Testimonial[] = [
  {
    name: 'Ananya Iyer',
    city: 'Bengaluru',
    rating: 5,
    text: 'I ordered two CUBEE pots for the balcony and had to tap them to believe that they are not stone. I carry them in alone when it storms.',
  },
  {
    name: 'Rohan Deshpande',
    city: 'Pune',
    rating: 5,
    text: 'The scale drawing saved me. I could see that the large TUBO would hide the switchboard, so I took the small one, and it fits exactly.',
  },
  {
    name: 'Farida Sheikh',
    city: 'Hyderabad',
    rating: 4,
    text: 'Sandstone is a little lighter in colour than I had imagined, but it looks lovely against a white wall. Packed very well.',
  },
  {
    name: 'Gurpreet Singh',
    city: 'Chandigarh',
    rating: 5,
    text: 'Our tulsi and mint have lived in the long BOXA through one summer and one winter. No cracks, no fading, no complaints.',
  },
]
