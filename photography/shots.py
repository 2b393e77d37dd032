"""Every image of the shop by name. No Blender in here, so `python3 photography/shots.py` can tell the list as JSON."""
import json
from dataclasses import dataclass, field

from sizes import FAMILIES

FINISHES = ('grey-stone', 'marble-white', 'sandstone', 'mosaic-grey')


@dataclass
class Put:
    """A pot on the stage, always as large as it is sold: metres and degrees; `plant` when it is not the family's own, `none`, or `soil`.

    `seed` grows another plant of the same kind, `mirrored` turns its left side to the right; `carried`: by somebody in a kurta of that colour;
    `touched`: a hand lies on its rim, which comes from that direction, in a sleeve of that colour.
    """
    code: str
    finish: str
    at: tuple = (0, 0, 0)
    turn: float = 0
    plant: str = ''
    tilt: tuple = (0, 0)
    seed: int = 0
    mirrored: bool = False
    plugged: bool = False
    carried: str = ''
    touched: tuple = ()


@dataclass
class Prop:
    kind: str
    at: tuple = (0, 0, 0)
    turn: float = 0
    scale: float = 1
    tilt: tuple = (0, 0)


@dataclass
class Shot:
    """`fit` stands the camera round the subject on paper (`close`: round its first pot); `stand` sets it down in a room."""
    name: str
    set: str
    pots: list
    alt: str
    props: list = field(default_factory=list)
    fit: dict = None
    stand: dict = None
    size: tuple = (1280, 1600)
    samples: int = 11
    seed: int = 1
    exposure: float = 0.25
    close: bool = False
    lit_within: bool = False


# The size that stands for its family.
USUAL = {'cubee': 'C02', 'tubo': 'T01', 'widee': 'W03', 'triya': 'TR03', 'boxa': 'B02', 'ovalin': 'OV01', 'bonsai': 'BON02'}
TURN = {'cubee': 27, 'tubo': 0, 'widee': 10, 'triya': 0, 'boxa': 24, 'ovalin': -14, 'bonsai': 16}
FORM = {'cubee': 'cube pot', 'tubo': 'tall tapered pot', 'widee': 'wide bowl', 'triya': 'round pot on three legs', 'boxa': 'long trough', 'ovalin': 'oval pot', 'bonsai': 'flat bonsai tray'}
PLANT = {'cubee': 'a snake plant', 'tubo': 'a ZZ plant', 'widee': 'succulents', 'triya': 'trailing pothos', 'boxa': 'basil, chives, mint and rosemary', 'ovalin': 'a fern', 'bonsai': 'a small bonsai tree'}
WORDS = {'grey-stone': 'Grey Stone', 'marble-white': 'Marble White', 'sandstone': 'Sandstone', 'mosaic-grey': 'Mosaic Grey'}


def named(family, finish):
    article = 'an' if FORM[family][0] == 'o' else 'a'
    return f'{family.upper()}, {article} {FORM[family]} in {WORDS[finish]}'


# Of each family a small size and a large one: code, stand, plant, what it is called, how far it fills the picture.
FRONTS = {
    'cubee': (('C02', 'table', 'cubee', 'a snake plant', (0.72, 0.70)), ('C04', 'floor', 'rubber tree', 'a rubber tree', (0.84, 0.80))),
    'tubo': (('T01', 'block', 'tubo', 'a ZZ plant', (0.74, 0.76)), ('T02', 'floor', 'strelitzia', 'a bird of paradise plant', (0.84, 0.82))),
    'widee': (('W01', 'table', 'widee', 'succulents', (0.68, 0.62)), ('W04', 'floor', 'bougainvillea', 'a bougainvillea', (0.88, 0.80))),
    'triya': (('TR02', 'table', 'triya', 'trailing pothos', (0.74, 0.70)), ('TR04', 'floor', 'areca palm', 'an areca palm', (0.84, 0.82))),
    'boxa': (('B01', 'table', 'boxa', 'basil, chives, mint and rosemary', (0.76, 0.66)), ('B03', 'floor', 'hedge', 'a row of snake plants', (0.88, 0.80))),
    'ovalin': (('OV01', 'table', 'ovalin', 'a fern', (0.72, 0.66)), ('OV02', 'floor', 'peace lily', 'a peace lily', (0.84, 0.80))),
    'bonsai': (('BON02', 'table', 'bonsai', 'a small bonsai tree', (0.70, 0.64)), ('BON03', 'block', 'forest', 'a grove of small trees', (0.80, 0.72))),
}
# Where a finish is the first picture of a product, it shows what that product is for. The other finishes share the family's plant; a second one of its kind
# grows in Sandstone and Mosaic Grey, so that pots side by side in a list do not look stamped.
VARIED = ('sandstone', 'mosaic-grey')
OWN = {
    'cubee-marble-white-front': ('spider plant', 'a spider plant'),
    'cubee-sandstone-front': ('caladium', 'a caladium with rose-coloured leaves'),
    'cubee-mosaic-grey-front': ('cactus', 'cacti in gravel'),
    'cubee-marble-white-large-front': ('lemon tree', 'a lemon tree in fruit'),
    'cubee-sandstone-large-front': ('croton', 'a croton'),
    'cubee-mosaic-grey-large-front': ('fan palm', 'a fan palm'),
    'tubo-marble-white-front': ('lady palm', 'a lady palm'),
    'tubo-sandstone-large-front': ('jasmine', 'jasmine on three canes'),
    'widee-sandstone-front': ('herb bowl', 'coriander, mint and tulsi'),
    'widee-mosaic-grey-front': ('salad', 'lettuce and spring onions'),
    'widee-grey-stone-large-front': ('papyrus', 'papyrus in water between pebbles'),
    'widee-marble-white-large-front': ('petunias', 'petunias round a fountain grass'),
    'widee-mosaic-grey-large-front': ('lotus', 'a lotus in flower on still water'),
    'triya-sandstone-front': ('calathea', 'a calathea'),
    'boxa-grey-stone-front': ('marigolds', 'marigolds'),
    'boxa-sandstone-front': ('geraniums', 'geraniums'),
    'boxa-sandstone-large-front': ('kitchen garden', 'cherry tomatoes and chillies'),
    'ovalin-grey-stone-front': ('orchids', 'orchids in bark'),
    'ovalin-sandstone-large-front': ('hibiscus', 'a hibiscus in flower'),
    'bonsai-grey-stone-front': ('cascade', 'a juniper that leans over its edge'),
    'bonsai-mosaic-grey-front': ('jade tree', 'a small jade tree'),
}
# Large fronts whose plant also grows in the small pot: a list of small sizes shows a product beside another one in the same finish.
ALSO_SMALL = (
    'cubee-marble-white', 'cubee-sandstone', 'cubee-mosaic-grey', 'tubo-marble-white', 'widee-grey-stone', 'widee-sandstone', 'widee-mosaic-grey', 'triya-marble-white', 'boxa-sandstone',
)
VIEW = {'table': dict(elevation=9, floor=0.17), 'block': dict(elevation=11, floor=0.17), 'floor': dict(elevation=13, floor=0.11)}


def fronts():
    for family, (small, large) in FRONTS.items():
        for finish in FINISHES:
            endings = {'front': small, 'large-front': large}
            if f'{family}-{finish}' in ALSO_SMALL:
                endings['small-front'] = (*small[:2], *large[2:4], small[4])
            for ending, (code, stand, shared, called, fill) in endings.items():
                name = f'{family}-{finish}-{ending}'
                plant, words = OWN.get(name.replace('small', 'large'), (shared, called))
                another = finish in VARIED and plant == shared
                put = Put(code, finish, turn=TURN[family], plant=plant, seed=int(another), mirrored=another)
                yield Shot(name, stand, [put], f'{named(family, finish)}, planted with {words}.', fit=dict(fill=fill, **VIEW[stand]), size=(1024, 1280), samples=3)


def look(eye, target, lens=50, fstop=None):
    return dict(eye=eye, target=target, lens=lens, fstop=fstop)


# Room, pots, props, the wide camera, the tall one, what is seen.
BANNERS = [
    ('balcony', [Put('B02', 'mosaic-grey', (0.36, 0.70, 0)), Put('T01', 'sandstone', (1.06, 0.78, 0), seed=2)], [Prop('mooda', (-0.42, 0.34, 0), 10), Prop('lota', (-0.42, 0.34, 0.42), 0)],
     look((-0.1, -3.3, 1.02), (-0.1, 0.7, 0.53), 46, 5), look((0.42, -3.4, 1.2), (0.46, 0.7, 0.80), 62, 5), 'Herbs in a BOXA trough and a TUBO pot at the iron grille of a balcony, washing on the line.'),
    ('sill', [Put('C01', 'marble-white', (0.12, 0.0, 0), -24), Put('BON01', 'grey-stone', (0.50, 0.02, 0), -8)], [Prop('stack_of_books', (-0.21, 0.02, 0), 8), Prop('tumbler', (-0.22, 0.02, 0.082), 30)],
     look((-0.03, -2.1, 0.42), (-0.03, 0.05, 0.235), 52, 4), look((0.24, -2.3, 0.48), (0.26, 0.05, 0.31), 74, 4), 'A small CUBEE pot and a bonsai tray on the stone sill of a barred window.'),
    ('living', [Put('TR03', 'sandstone', (0.32, 0.15, 0)), Put('T01', 'grey-stone', (0.84, 0.66, 0), seed=1)], [],
     look((-0.30, -3.6, 0.98), (-0.22, 0.4, 0.56), 46), look((0.20, -3.7, 1.05), (0.22, 0.4, 0.78), 60), 'A TRIYA pot with trailing pothos on patterned tiles beside a wooden swing.'),
    ('terrace', [Put('C02', 'grey-stone', (0.40, 0.12, 0), 18), Put('T01', 'sandstone', (0.80, 0.30, 0)), Put('W02', 'marble-white', (1.20, 0.0, 0)), Put('TR02', 'mosaic-grey', (1.62, 0.18, 0), 40)], [],
     look((0.40, -4.0, 0.9), (0.40, 0.1, 0.50), 48), look((0.72, -4.4, 1.05), (0.74, 0.1, 0.78), 66), 'Pots in four stone finishes in a courtyard, a tulsi on its white pedestal behind them.'),
    ('desk', [Put('BON02', 'sandstone', (0.24, 0.08, 0), 12)], [Prop('lamp', (0.60, 0.28, 0)), Prop('open_book', (-0.14, -0.16, 0), 14), Prop('spectacles', (0.02, -0.30, 0), 30), Prop('tumbler', (-0.40, 0.02, 0), -30), Prop('shelf_of_books', (-0.90, 0.22, 0), 0)],
     look((-0.15, -2.0, 0.50), (-0.12, 0.05, 0.20), 47, 5), look((0.26, -2.0, 0.52), (0.27, 0.05, 0.28), 62, 5), 'A bonsai in a sandstone tray on a writing table, stars of light from a stone lattice on the wall.'),
    ('entrance', [Put('T02', 'grey-stone', (-0.32, 0.40, 0)), Put('T02', 'grey-stone', (2.02, 0.40, 0), 70, seed=4)], [Prop('urli', (1.32, 0.08, 0)), Prop('mooda', (-1.35, 0.25, 0), 0), Prop('samai', (0.02, 0.16, 0), 0)],
     look((-0.05, -5.5, 1.30), (-0.05, 0.5, 1.00), 42), look((0.85, -5.2, 1.35), (0.85, 0.5, 1.16), 56), 'Two tall TUBO pots beside a teak door with marigolds over it and a brass bowl before it.'),
    ('shelf', [Put('OV01', 'marble-white', (0.14, 0.01, 0), -8)], [Prop('shelf_of_books', (0.56, 0.06, 0)), Prop('lota', (-0.24, -0.02, 0)), Prop('stack_of_books', (-0.58, 0.02, 0), 6)],
     look((-0.12, -2.6, 0.38), (-0.12, 0.0, 0.13), 47, 5), look((0.22, -2.7, 0.42), (0.22, 0.0, 0.20), 68, 5), 'A fern in an OVALIN pot on a cupboard with doors of cane, between books and brass.'),
]


def banners():
    for k, (place, pots, props, wide, tall, alt) in enumerate(BANNERS, 1):
        yield Shot(f'banner-{k}-wide', place, pots, alt, props, stand=wide, size=(2560, 1120))
        yield Shot(f'banner-{k}-tall', place, pots, alt, props, stand=tall, size=(1080, 1350))


ROOM = {
    'cubee': ('sill', [Put('C01', 'marble-white', (0.05, 0.0, 0), -24)], [Prop('lota', (-0.21, 0.04, 0))], look((0.06, -2.0, 0.44), (0.06, 0.05, 0.23), 82, 3.2), 'on the stone sill of a barred window, a brass pot beside it'),
    'tubo': ('entrance', [Put('T02', 'marble-white', (-0.30, 0.38, 0))], [Prop('urli', (0.42, 0.10, 0))], look((0.22, -4.6, 1.30), (0.22, 0.45, 1.02), 66), 'beside a teak door with marigolds over it'),
    'widee': ('terrace', [Put('W03', 'sandstone', (0.42, 0.0, 0), 20)], [], look((0.26, -3.6, 1.05), (0.24, 0.2, 0.52), 80), 'in a courtyard, a tulsi on its pedestal behind it'),
    'triya': ('living', [Put('TR03', 'marble-white', (0.34, 0.2, 0))], [], look((0.02, -3.9, 1.05), (0.04, 0.4, 0.68), 62), 'on patterned tiles beside a wooden swing'),
    'boxa': ('balcony', [Put('B02', 'sandstone', (0.28, 0.70, 0))], [], look((0.24, -3.2, 1.15), (0.28, 0.75, 0.66), 76, 5), 'on a balcony with an iron grille, washing on the line'),
    'ovalin': ('shelf', [Put('OV01', 'grey-stone', (0.10, 0.0, 0), -10)], [Prop('shelf_of_books', (0.42, 0.07, 0)), Prop('lota', (-0.25, -0.04, 0))], look((0.12, -2.6, 0.46), (0.14, 0.0, 0.19), 74, 4), 'on a cupboard with doors of cane'),
    'bonsai': ('desk', [Put('BON02', 'grey-stone', (0.05, 0.10, 0), 14)], [Prop('open_book', (-0.17, -0.30, 0), 18), Prop('tumbler', (0.34, -0.16, 0), -30)], look((0.0, -2.2, 0.60), (0.02, 0.0, 0.245), 68, 5), 'on a writing table in the light of a stone lattice'),
}
BESIDE = {
    'cubee': ('grey-stone', [Prop('mug', (0.24, -0.12, 0), -25)], 'a coffee mug'),
    'tubo': ('sandstone', [Prop('chair', (0.50, 0.08, 0), -28)], 'a chair'),
    'widee': ('mosaic-grey', [Prop('watering_can', (0.40, -0.10, 0), -28)], 'a watering can'),
    'triya': ('grey-stone', [Prop('stool', (0.46, 0.05, 0), 20)], 'a stool'),
    'boxa': ('marble-white', [Prop('watering_can', (0.30, -0.42, 0), 200)], 'a watering can'),
    'ovalin': ('sandstone', [Prop('books', (0.34, -0.16, 0), 20), Prop('mug', (0.33, -0.17, 0.068), -20)], 'three books and a mug'),
    'bonsai': ('marble-white', [Prop('mug', (0.30, -0.16, 0), -25)], 'a coffee mug'),
}
# From how high the floor of the pot is seen, and where its plug lies.
ABOVE = {
    'cubee': ('marble-white', 66, (0.20, -0.13, 0)), 'tubo': ('marble-white', 83, (0.20, -0.12, 0)), 'widee': ('sandstone', 62, (0.29, -0.20, 0)), 'triya': ('sandstone', 68, (0.27, -0.20, 0)),
    'boxa': ('grey-stone', 74, (0.30, -0.36, 0)), 'ovalin': ('grey-stone', 72, (0.22, -0.20, 0)), 'bonsai': ('sandstone', 56, (0.26, -0.24, 0)),
}
DETAIL = {'cubee': 'mosaic-grey', 'tubo': 'grey-stone', 'triya': 'mosaic-grey', 'boxa': 'sandstone'}
# Room, pot, how far the camera stands to the side, its lens and how far below the navel it looks, where.
CARRIED = {
    'cubee': ('entrance', Put('C02', 'grey-stone', (0.95, -0.30, 1.02), 42, 'none', carried='indigo'), -0.085, 106, 0.073, 'before a teak door'),
    'widee': ('terrace', Put('W01', 'marble-white', (0.50, -0.30, 1.02), -56, 'none', carried='madder'), 0.095, 106, 0.073, 'in a courtyard'),
    'ovalin': ('shelf', Put('OV01', 'sandstone', (0.05, -0.75, 0.24), 38, 'none', carried='green'), -0.10, 106, 0.073, 'before a cupboard with doors of cane'),
    'boxa': ('balcony', Put('B01', 'sandstone', (0.15, -0.55, 1.02), 44, 'none', carried='indigo'), -0.07, 100, 0.105, 'on a balcony with an iron grille'),
    'bonsai': ('living', Put('BON01', 'marble-white', (0.10, -0.35, 1.02), -30, 'none', carried='green'), 0.09, 106, 0.073, 'in a living room with coloured panes'),
}
TOUCHED = {
    'tubo': ('entrance', Put('T02', 'mosaic-grey', (-0.30, 0.38, 0), touched=(196, 'madder')), [Prop('urli', (0.42, 0.10, 0))], look((-0.10, -4.6, 1.30), (-0.10, 0.45, 1.00), 90), 'beside a teak door'),
    'triya': ('living', Put('TR03', 'grey-stone', (0.34, 0.2, 0), touched=(-14, 'indigo')), [], look((0.14, -3.6, 1.05), (0.18, 0.4, 0.62), 78), 'on patterned tiles'),
}
# Where four pots, one in each finish, meet: half the distance between them in both directions, from how high they are seen, how many pictures wide they are.
MEET = {'widee': ('W01', (0.195, 0.195), 64, 1.6), 'ovalin': ('OV01', (0.225, 0.158), 74, 1.75), 'bonsai': ('BON01', (0.186, 0.137), 56, 2.0)}


def further_views():
    for family, (place, pots, props, stand, where) in ROOM.items():
        yield Shot(f'{family}-room', place, pots, f'{named(family, pots[0].finish)}, {where}.', props, stand=stand)
    for family, (finish, elevation, beside) in ABOVE.items():
        yield Shot(f'{family}-above', 'paper', [Put(USUAL[family], finish, turn=TURN[family], plant='none')], f'{named(family, finish)}, empty, seen from above: the drainage hole in its floor, the plug beside it.',
                   [Prop('plug', beside)], fit=dict(elevation=elevation, fill=(0.80, 0.74), floor=0.14), size=(960, 1200), samples=4, lit_within=family in ('tubo', 'ovalin'))
    for family, (finish, props, thing) in BESIDE.items():
        yield Shot(f'{family}-scale', 'paper', [Put(USUAL[family], finish, turn=TURN[family])], f'{named(family, finish)}, beside {thing} for scale.', props, fit=dict(fill=(0.84, 0.76)), size=(960, 1200), samples=5)
    for family, finish in DETAIL.items():
        yield Shot(f'{family}-detail', 'paper', [Put(USUAL[family], finish, turn=TURN[family], plant='none')], f'The surface and rim of {named(family, finish)}.', close=True, size=(960, 1200), samples=6,
                   fit=dict(elevation=20, fill=(9, 1.45), floor={'boxa': -0.5, 'bonsai': -0.2}.get(family, -0.7), lens=150, fstop=16))
    for family, (code, (x, y), elevation, wide) in MEET.items():
        pots = [Put(code, finish, (side * x, deep * y, 0), plant='none') for finish, (side, deep) in zip(FINISHES, ((-1, 1), (1, 1), (1, -1), (-1, -1)))]
        yield Shot(f'{family}-detail', 'paper', pots, f'Rims, inner walls and drainage holes of {family.upper()} in the four finishes: {", ".join(WORDS.values())}.', size=(960, 1200), samples=6,
                   fit=dict(elevation=elevation, fill=(wide, 1.36), floor=-0.18))
    for family, (place, put, aside, lens, low, where) in CARRIED.items():
        x, y, z = put.at
        yield Shot(f'{family}-carried', place, [put], f'Somebody in a printed kurta carries {named(family, put.finish)}, in both hands, {where}.', stand=look((x + aside, y - 2.35, z + 0.66), (x + aside, y + 0.10, z - low), lens, 5.6),
                   size=(1024, 1280), samples=8)
    for family, (place, put, props, stand, where) in TOUCHED.items():
        yield Shot(f'{family}-hand', place, [put], f'A hand on the rim of {named(family, put.finish)}, {where}.', props, stand=stand, size=(1024, 1280), samples=8)


def site():
    tip = dict(size=(800, 600))
    yield Shot('tip-1', 'sill', [Put('OV01', 'sandstone', (0.34, 0.0, 0), -8)], 'Watering a fern in an oval pot with a watering can.', [Prop('watering_can', (-0.22, -0.05, 0.42), 0, 1, (0, 36)), Prop('water', (0.195, -0.05, 0.418))],
               stand=look((0.18, -2.1, 0.52), (0.19, 0.0, 0.32), 62, 4), **tip)
    yield Shot('tip-2', 'living', [Put('C02', 'marble-white', (0.28, 0.35, 0), 24), Put('C01', 'grey-stone', (0.62, 0.30, 0), 10, 'ovalin')], 'Plants on the floor in the light of a window.', [], stand=look((0.2, -2.6, 0.75), (0.32, 0.4, 0.36), 62), **tip)
    yield Shot('tip-3', 'desk', [Put('C01', 'grey-stone', (-0.10, 0.12, 0), 24, 'soil')], 'Repotting: an open pot, fresh soil, drainage stones and a trowel.', [Prop('heap', (0.24, 0.04, 0)), Prop('trowel', (0.15, -0.22, 0), 20), Prop('stones', (-0.32, -0.10, 0))],
               stand=look((0.0, -1.5, 0.72), (0.0, 0.02, 0.08), 62, 7), **tip)
    yield Shot('tip-4', 'desk', [Put('W01', 'marble-white', (0.06, 0.12, 0), 30)], 'Cleaning a marble-white bowl with a soft cloth and a brush.', [Prop('towel', (-0.22, -0.10, 0), 20), Prop('brush', (0.19, -0.20, 0), -24), Prop('spray', (0.34, 0.10, 0), 160)],
               stand=look((0.03, -1.6, 0.58), (0.03, 0.02, 0.13), 62, 7), **tip)
    yield Shot('empty-search', 'paper', [Put('C02', 'marble-white', turn=27, plant='none')], 'An empty pot.', fit=dict(fill=(0.7, 0.62), floor=0.16, elevation=16), **tip)
    yield Shot('empty-cart', 'paper', [], 'An empty wooden tray.', [Prop('tray', turn=-24)], fit=dict(fill=(0.66, 0.6), floor=0.18, elevation=20), **tip)
    yield Shot('share', 'paper', [Put('C02', 'grey-stone', (-0.02, 0.1, 0), 24), Put('W02', 'marble-white', (0.33, -0.12, 0), 10), Put('TR03', 'sandstone', (0.62, 0.25, 0))], 'Three stone-finish pots by Gamla.', fit=dict(fill=(0.56, 0.82), floor=0.09, aside=0.19), size=(1200, 630))


SHOTS = {shot.name: shot for shot in (*fronts(), *banners(), *further_views(), *site())}

if __name__ == '__main__':
    print(json.dumps([{'name': s.name, 'size': s.size, 'alt': s.alt} for s in SHOTS.values()]))
