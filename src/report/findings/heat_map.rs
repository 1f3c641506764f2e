//! Numbers by hex on the map: panels beside each other, all in the shades of one scale.

use engine::HexId;
use study::Ground;

use crate::charts::frame::width;
use crate::charts::heat::{NAMED, bounds, shade, steps};
use crate::charts::{Size, Span};
use crate::dossier::Figure;
use crate::map;
use crate::map::heat::{Heat, Panel, Scale, Spot};
use crate::palette::Role;

/// A picture of a map in panels.
pub(super) struct HeatMap<'a> {
    /// Its name, unlike any other on the page.
    pub(super) id: &'a str,
    pub(super) title: &'a str,
    pub(super) caption: String,
    /// The picture in words.
    pub(super) alt: String,
    pub(super) ground: &'a Ground,
    pub(super) panels: Vec<Shaded>,
    /// What the shades stand for.
    pub(super) scale: String,
    /// The colours and what each means.
    pub(super) roles: Vec<(Role, &'static str)>,
}

/// A panel before its shades are known.
pub(super) struct Shaded {
    pub(super) title: String,
    /// Hexes, most first.
    pub(super) hexes: Vec<Hot>,
}

/// A hex of a map.
pub(super) struct Hot {
    pub(super) hex: HexId,
    pub(super) role: Role,
    /// How much there is, 0 or more.
    pub(super) value: f64,
    /// The number with its interval.
    pub(super) said: String,
}

impl HeatMap<'_> {
    /// The picture, wide and narrow.
    pub(super) fn figure(self) -> Figure {
        let (wide, narrow) = (self.draw(Size::Wide), self.draw(Size::Narrow));
        Figure { title: self.title.into(), caption: self.caption, wide, narrow, full: true }
    }

    fn draw(&self, size: Size) -> String {
        let most = self.panels.iter().filter_map(|panel| panel.hexes.first());
        let bounds = bounds(most.map(|hot| hot.value).fold(0.0, f64::max));
        let spot = |(i, hot): (usize, &Hot)| Spot {
            hex: hot.hex,
            role: hot.role,
            shade: shade(&bounds, hot.value),
            named: i < NAMED,
            said: hot.said.clone(),
        };
        let panels = self.panels.iter().map(|panel| Panel {
            title: panel.title.clone(),
            spots: panel.hexes.iter().enumerate().map(spot).collect(),
        });
        let heat = Heat {
            id: self.id,
            title: self.title,
            alt: &self.alt,
            ground: self.ground,
            panels: panels.collect(),
            scale: Scale {
                title: self.scale.clone(),
                roles: self.roles.clone(),
                steps: steps(&bounds),
            },
        };
        map::heat::draw(&heat, size, f64::from(width(Span::Full, size)))
    }
}
